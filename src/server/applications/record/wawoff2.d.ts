declare module 'wawoff2' {
  /** Converts WOFF2 to TrueType or OpenType. */
  export function decompress(content: Uint8Array): Promise<Uint8Array>;
}
