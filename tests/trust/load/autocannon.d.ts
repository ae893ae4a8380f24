declare module 'autocannon' {
  interface Client {
    setRequest(request: { method: string; path: string; headers?: Record<string, string>; body?: string }): void;
  }
  interface Instance extends PromiseLike<{ non2xx: number; errors: number; duration: number }> {
    on(
      event: 'response',
      listener: (client: Client, status: number, bytes: number, milliseconds: number) => void,
    ): this;
  }
  export default function autocannon(options: {
    url: string[];
    connections: number;
    duration: number;
    setupClient(client: Client): void;
  }): Instance;
}
