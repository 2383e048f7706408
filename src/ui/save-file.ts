/** Hands a text to the person as a file to save. */
export function saveFile(name: string, mediaType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 30_000); // a browser may ask where to first
}
