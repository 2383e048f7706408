/** The built file of an entry below the project, made where it is missing or a source is newer. */
export function builtForNode(entry: string, folder?: string): Promise<string>;
