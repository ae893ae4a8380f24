import type { FastifyRequest } from 'fastify';
import { isRecord } from '../../model/answers/paths';
import { type Entry, parseEntryPath } from '../../model/entryPath';
import { readBearerToken } from './accounts/requireSession';
import type { ApplicationDeps } from './applicationDeps';
import { refuse } from './applicationErrors';
import type { LinkRow } from './linkRepository';

export interface EntryAddress {
  url: string;
  trn?: string;
  path?: string;
  invitation?: string;
}

/** Reads `url` and `trn_id` from the headers or the body. The other values come from the headers. */
export function readEntryAddress(request: FastifyRequest): EntryAddress {
  const body: Record<string, unknown> = isRecord(request.body) ? request.body : {};
  const read = (name: string): string | undefined => {
    const value = request.headers[name] ?? body[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const path = request.headers.entry;
  return {
    url: read('url') ?? '',
    trn: read('trn_id'),
    path: typeof path === 'string' ? path : undefined,
    invitation: readBearerToken(request),
  };
}

type LinkDeps = Pick<ApplicationDeps, 'stores' | 'clock'>;

/** Finds a link by transaction ID, or by URL and path if there's no ID. Throws `unknown`, `revoked` or `expired`. */
export async function findLink(deps: LinkDeps, address: EntryAddress): Promise<LinkRow> {
  const link = address.trn ? await findByTransaction(deps, address.trn, address) : await findByAddress(deps, address);
  if (!link) throw refuse('unknown');
  if (link.revoked_at) throw refuse('revoked');
  if (link.expires_at && link.expires_at <= deps.clock()) throw refuse('expired');
  return link;
}

async function findByTransaction(deps: LinkDeps, trn: string, address: EntryAddress): Promise<LinkRow | undefined> {
  const link = await deps.stores.links.findByTrn(trn);
  const entry = address.path ? parseEntryPath(address.path) : undefined;
  const fits = link && link.value === address.url && (!entry || matchesLink(entry, link));
  return fits ? link : undefined;
}

async function findByAddress(deps: LinkDeps, address: EntryAddress): Promise<LinkRow | undefined> {
  const entry = address.path ? parseEntryPath(address.path) : undefined;
  if (address.path && !entry) return undefined;
  const links = await deps.stores.links.findByValue(address.url, entry?.place[0]);
  // A unit's link works only with a transaction ID.
  return links.find((link) => link.type !== 'Unit' && (!entry || matchesLink(entry, link)));
}

/** Returns a link's path: `/Floor/demo/harbor-view/2br/open`. */
export function entryPath(link: LinkRow, trn?: string): string {
  const place = linkPlaces(link)[0] ?? [];
  const segments = [link.type, link.subscriber_id, ...place, link.value, ...(trn ? [trn] : [])];
  return `/${segments.map((segment) => encodeURIComponent(segment ?? '')).join('/')}`;
}

function matchesLink(entry: Entry, link: LinkRow): boolean {
  if (entry.type !== link.type || entry.link !== link.value) return false;
  const [subscriber, ...rest] = entry.place;
  return subscriber === link.subscriber_id && linkPlaces(link).some((place) => place.join('/') === rest.join('/'));
}

function linkPlaces(link: LinkRow): (string | null)[][] {
  const { property_code, floor_code, unit_code, agent_code, office_code } = link;
  const places: Record<LinkRow['type'], (string | null)[][]> = {
    Office: [[office_code]],
    Agent: [[agent_code]],
    Property: [[property_code]],
    Floor: [[property_code, floor_code]],
    Unit: [
      [property_code, unit_code],
      [property_code, floor_code, unit_code],
    ],
  };
  return places[link.type];
}
