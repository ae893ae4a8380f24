import { createHash } from 'node:crypto';
import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config';

/** Hash of Emotion's empty style element. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // Off, because Stripe's frames have no CORP header.
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: config.production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    frameguard: { action: 'sameorigin' },
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', policyFor(request.url.split('?')[0] ?? '', config));
    reply.header('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=(self)');
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
  });
}

/** Allows WebAssembly only for the scan page and the files in /assets/. */
export function policyFor(path: string, config: Config): string {
  if (path.startsWith('/api/') && path !== '/api/docs') return "default-src 'none'; frame-ancestors 'none'";
  const scans = path.startsWith('/scan') || path.startsWith('/assets/');
  const stripe = config.stripe
    ? {
        script: 'https://js.stripe.com',
        frame: 'https://js.stripe.com https://hooks.stripe.com',
        connect: 'https://api.stripe.com',
      }
    : undefined;
  return [
    "default-src 'none'",
    join("script-src 'self'", scans && "'wasm-unsafe-eval'", stripe?.script),
    `style-src 'self' ${emptyStyle}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    join("connect-src 'self'", stripe?.connect),
    join("frame-src 'self'", stripe?.frame),
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    ...(config.production ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

function join(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join(' ');
}

export function allowInline(reply: FastifyReply, { script, style }: { script: string; style: string }): void {
  const policy = String(reply.getHeader('content-security-policy') ?? "script-src 'self'; style-src 'self'");
  reply.header(
    'content-security-policy',
    policy
      .replace("script-src 'self'", `script-src 'self' ${cspHash(script)}`)
      .replace("style-src 'self'", `style-src 'self' ${cspHash(style)}`),
  );
}

function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
