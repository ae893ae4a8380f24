declare module 'fresh' {
  export default function fresh(request: Record<string, string | undefined>, response: { etag: string }): boolean;
}
