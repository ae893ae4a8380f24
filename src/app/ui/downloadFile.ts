/** Downloads `content` as a file. Keeps the object URL for a minute, because some browsers read it late. */
export function downloadFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
