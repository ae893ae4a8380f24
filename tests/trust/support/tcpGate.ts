import net, { type AddressInfo } from 'node:net';

export interface TcpGate {
  port: number;
  /** Closes all connections and refuses new ones, like a restarting server. */
  shut(): Promise<void>;
  /** Drops everything silently, like a cut network. */
  cut(): void;
  open(): Promise<void>;
  close(): Promise<void>;
}

/** A TCP proxy that can be closed. */
export async function tcpGate(host: string, port: number): Promise<TcpGate> {
  const sockets = new Set<net.Socket>();
  let isCut = false;
  const keep = (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const through = (near: net.Socket) => {
    keep(near);
    if (isCut) return void near.pause();
    const far = net.connect(port, host);
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  };
  let server: net.Server | undefined = await listen(0, through);
  const own = (server.address() as AddressInfo).port;
  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const shut = async () => {
    const closed = new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
    server = undefined;
    breakAll();
    await closed;
  };
  return {
    port: own,
    shut,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    async open() {
      if (isCut) breakAll();
      isCut = false;
      server ??= await listen(own, through);
    },
    close: shut,
  };
}

function listen(port: number, through: (socket: net.Socket) => void): Promise<net.Server> {
  const server = net.createServer(through);
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
  });
}
