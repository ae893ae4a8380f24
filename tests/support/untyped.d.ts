declare module 's3rver' {
  export default class S3rver {
    constructor(options: Record<string, unknown>);
    run(): Promise<unknown>;
    close(): Promise<void>;
  }
}

declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options?: Record<string, unknown>);
    // biome-ignore lint/suspicious/noExplicitAny: a page's window holds whatever its scripts put there.
    readonly window: any;
  }
}
