import { lookup as lookUp } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { getErrorCode } from '../../../model/answers/paths';
import type { ApplicationDeps } from '../../applications/applicationDeps';
import { webhookSettings } from './webhookSettings';

export interface WebhookDeps extends ApplicationDeps {
  webhooks: WebhookSender;
}

/** `status` is 0 if there was no response. */
export interface WebhookResponse {
  status: number;
  text: string;
}

export interface WebhookSender {
  findRefusal(url: string): 'notAnAddress' | 'notHttps' | 'inside' | undefined;
  /** Never rejects, and follows no redirects. */
  post(url: string, headers: Record<string, string>, body: string): Promise<WebhookResponse>;
}

interface Options {
  allowPrivate: boolean;
  resolve?: typeof lookUp;
}

export function createWebhookSender({ allowPrivate, resolve = lookUp }: Options): WebhookSender {
  const lookup = allowPrivate ? resolve : publicOnly(resolve);
  const sender: WebhookSender = {
    findRefusal(text) {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return 'notAnAddress';
      if (allowPrivate) return undefined;
      if (url.protocol !== 'https:') return 'notHttps';
      return isPrivate(getHost(url)) ? 'inside' : undefined;
    },
    async post(url, headers, body) {
      // IP addresses aren't looked up, so they're checked here.
      const refusal = sender.findRefusal(url);
      if (refusal) return { status: 0, text: refusal };
      // Node's types don't match dns.lookup's overloads.
      return post(new URL(url), headers, body, lookup as LookupFunction).catch((cause: Error) => ({
        status: 0,
        text: [getErrorCode(cause), cause.message]
          .filter(Boolean)
          .join(' ')
          .slice(0, webhookSettings().answerCharacters),
      }));
    },
  };
  return sender;
}

const getHost = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

function isPrivate(host: string): boolean {
  if (isIP(host) === 0) return false;
  const address = embeddedIPv4(ipaddr.process(host));
  if (address.range() !== 'unicast') return true;
  return address instanceof ipaddr.IPv6
    ? !address.match(GLOBAL_UNICAST)
    : CLOUD_INTERNAL.some((range) => address.match(range));
}

/** Returns the IPv4 address inside an IPv4-compatible, NAT64 or 6to4 address. Returns other addresses unchanged. */
function embeddedIPv4(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address instanceof ipaddr.IPv4) return address;
  const found = EMBEDDED.find(({ range }) => address.match(range));
  return found ? new ipaddr.IPv4(address.toByteArray().slice(found.at, found.at + 4)) : address;
}

const EMBEDDED = [
  { range: ipaddr.IPv6.parseCIDR('::/96'), at: 12 },
  { range: ipaddr.IPv6.parseCIDR('64:ff9b::/96'), at: 12 },
  { range: ipaddr.IPv6.parseCIDR('2002::/16'), at: 2 },
];

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Azure's platform service. */
const CLOUD_INTERNAL = [ipaddr.IPv4.parseCIDR('168.63.129.16/32')];

/** Checks all addresses that the connection may use. */
function publicOnly(resolve: typeof lookUp): LookupFunction {
  return (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const privateAddress = found.find(({ address }) => isPrivate(address));
      if (privateAddress)
        return done(
          Object.assign(new Error(`${host} resolves to the internal address ${privateAddress.address}`), {
            code: 'INSIDE',
          }),
          [],
        );
      const [first] = found;
      return options.all || !first ? done(null, found) : done(null, first.address, first.family);
    });
}

function post(
  url: URL,
  headers: Record<string, string>,
  body: string,
  lookup: LookupFunction,
): Promise<WebhookResponse> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((done, fail) => {
    const outgoing = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup,
      // No agent, because a reused connection would skip the check.
      agent: false,
      signal: AbortSignal.timeout(webhookSettings().timeoutSeconds * 1000),
    });
    outgoing.once('error', fail);
    outgoing.once('response', (answer) =>
      readStart(answer).then((text) => done({ status: answer.statusCode ?? 0, text }), fail),
    );
    outgoing.end(body);
  });
}

async function readStart(answer: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of answer.setEncoding('utf8')) {
    text += part;
    if (text.length >= webhookSettings().answerCharacters) break;
  }
  answer.destroy();
  return text.slice(0, webhookSettings().answerCharacters);
}
