import { lookup as lookUp } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import settings from '../../../schemas/office/webhooks.json';
import { codeOf } from '../../model/paths';

/** What a receiver answered; status 0 and the reason when it could not be reached. */
export interface Answered {
  status: number;
  /** The beginning of it. */
  text: string;
}

export interface WebhookSender {
  /** Why nothing is ever sent to an address, if so. */
  refusalOf(url: string): 'notAnAddress' | 'notHttps' | 'inside' | undefined;
  /** Never rejects, and follows no redirect. */
  post(url: string, headers: Record<string, string>, body: string): Promise<Answered>;
}

interface Options {
  /** In development the receiver may be on this machine, and speak plain HTTP. */
  allowsInside: boolean;
  resolve?: typeof lookUp;
}

/** Sends to the addresses that landlords give, and outside development to none that leads into this network. */
export function createWebhookSender({ allowsInside, resolve = lookUp }: Options): WebhookSender {
  const lookup = allowsInside ? resolve : outsideOnly(resolve);
  const sender: WebhookSender = {
    refusalOf(text) {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return 'notAnAddress';
      if (allowsInside) return undefined;
      if (url.protocol !== 'https:') return 'notHttps';
      return isInside(hostOf(url)) ? 'inside' : undefined;
    },
    async post(url, headers, body) {
      // An address with digits for its host is looked up by nobody.
      const refusal = sender.refusalOf(url);
      if (refusal) return { status: 0, text: refusal };
      // Node's types name the overloads of dns.lookup, and not that both are called in one way.
      return post(new URL(url), headers, body, lookup as LookupFunction).catch((cause: Error) => ({
        status: 0,
        text: [codeOf(cause), cause.message].filter(Boolean).join(' ').slice(0, settings.answerCharacters),
      }));
    },
  };
  return sender;
}

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Whether digits name a place that is not out on the internet: this machine, a private network, a neighbour, or one that wraps another. */
function isInside(host: string): boolean {
  return isIP(host) !== 0 && ipaddr.process(host).range() !== 'unicast';
}

/** Refuses a name when any of its addresses leads inside. What it lets through is what is connected to: no second look is taken. */
function outsideOnly(resolve: typeof lookUp): LookupFunction {
  return (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, []);
      const inside = found.find(({ address }) => isInside(address));
      if (inside) return done(Object.assign(new Error(`${host} leads to ${inside.address}`), { code: 'INSIDE' }), []);
      const [first] = found;
      return options.all || !first ? done(null, found) : done(null, first.address, first.family);
    });
}

function post(url: URL, headers: Record<string, string>, body: string, lookup: LookupFunction): Promise<Answered> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((done, fail) => {
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup,
      // A connection that was kept would be to an address that was judged some time ago.
      agent: false,
      signal: AbortSignal.timeout(settings.timeoutSeconds * 1000),
    });
    sent.once('error', fail);
    sent.once('response', (answer) =>
      readBeginning(answer).then((text) => done({ status: answer.statusCode ?? 0, text }), fail),
    );
    sent.end(body);
  });
}

async function readBeginning(answer: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of answer.setEncoding('utf8')) {
    text += part;
    if (text.length >= settings.answerCharacters) break;
  }
  answer.destroy();
  return text.slice(0, settings.answerCharacters);
}
