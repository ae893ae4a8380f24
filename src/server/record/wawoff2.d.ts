declare module 'wawoff2' {
  /** A WOFF2 file as the TrueType or OpenType file in it. */
  export function decompress(content: Uint8Array): Promise<Uint8Array>;
}
