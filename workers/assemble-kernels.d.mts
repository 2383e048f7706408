export function assembleKernels(): Promise<string>;
