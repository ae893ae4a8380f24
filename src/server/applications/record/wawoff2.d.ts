declare module 'wawoff2' {
  export function decompress(content: Uint8Array): Promise<Uint8Array>;
}
