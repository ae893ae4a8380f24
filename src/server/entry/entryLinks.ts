import type { FastifyRequest } from 'fastify';
import { type Entry, parseEntryPath } from '../../model/entryPath';
import { isRecord } from '../../model/paths';
import type { Deps } from '../deps';
import { refuse } from '../http/errors';
import type { LinkRow } from './linkStore';

export interface EntryAddress {
  /** The link value, as the header `url` says it. */
  url: string;
  trn?: string;
  /** The whole path of the entry page; tells apart links of the same value. */
  path?: string;
}

/** What a request says of the entry link it came by: headers `url`, `trn_id` and `entry`, else the body's members. */
export function entryOf(request: FastifyRequest): EntryAddress {
  const body: Record<string, unknown> = isRecord(request.body) ? request.body : {};
  const read = (name: string): string | undefined => {
    const value = request.headers[name] ?? body[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const path = request.headers.entry;
  return { url: read('url') ?? '', trn: read('trn_id'), path: typeof path === 'string' ? path : undefined };
}

type Needs = Pick<Deps, 'stores' | 'clock'>;

/**
 * The link behind an address. A transaction id leads to its own link; without one the path chooses among links of the same value,
 * and without a path the oldest open one is meant. Throws `unknown`, `revoked` or `expired` (406).
 */
export async function findLink(deps: Needs, address: EntryAddress): Promise<LinkRow> {
  const link = address.trn ? await findOfTransaction(deps, address.trn, address) : await findOpen(deps, address);
  if (!link) throw refuse('unknown');
  if (link.revoked_at) throw refuse('revoked');
  if (link.expires_at && link.expires_at <= deps.clock()) throw refuse('expired');
  return link;
}

async function findOfTransaction(deps: Needs, trn: string, address: EntryAddress): Promise<LinkRow | undefined> {
  const link = await deps.stores.links.findByTrn(trn);
  const entry = address.path ? parseEntryPath(address.path) : undefined;
  const fits = link && link.value === address.url && (!entry || leadsTo(entry, link));
  return fits ? link : undefined;
}

async function findOpen(deps: Needs, address: EntryAddress): Promise<LinkRow | undefined> {
  const entry = address.path ? parseEntryPath(address.path) : undefined;
  if (address.path && !entry) return undefined;
  const links = await deps.stores.links.findByValue(address.url, entry?.place[0]);
  // A unit is let once: its link is good only with a transaction id.
  return links.find((link) => link.type !== 'Unit' && (!entry || leadsTo(entry, link)));
}

/** The path of a link's entry page: `/Floor/demo/harbor-view/2br/open`; with the transaction id that a unit's needs. */
export function entryPath(link: LinkRow, trn?: string): string {
  const place = placesOf(link)[0] ?? [];
  const segments = [link.type, link.subscriber_id, ...place, link.value, ...(trn ? [trn] : [])];
  return `/${segments.map((segment) => encodeURIComponent(segment ?? '')).join('/')}`;
}

function leadsTo(entry: Entry, link: LinkRow): boolean {
  if (entry.type !== link.type || entry.link !== link.value) return false;
  const [subscriber, ...rest] = entry.place;
  return subscriber === link.subscriber_id && placesOf(link).some((place) => place.join('/') === rest.join('/'));
}

/** The segments between subscriber and link value; a unit may be named with its floor or without. */
function placesOf(link: LinkRow): (string | null)[][] {
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
