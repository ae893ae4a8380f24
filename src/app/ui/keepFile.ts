/** Has the browser download `content` under a name. Its address lives for a minute: some browsers read it late. */
export function keepFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
