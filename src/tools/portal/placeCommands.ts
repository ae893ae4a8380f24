import { nanoid } from 'nanoid';
import { findLaw, type Home, type PlaceLaw, readJurisdictions } from '../../model/law/jurisdictions';
import { readSchemaFiles } from '../../server/forms/readSchemas';
import {
  addWithLink,
  type Command,
  CommandError,
  type ParsedArguments,
  type Portal,
  printRows,
  readCode,
  readMoney,
  requireInProperty,
  requireOwned,
  requireSubscriber,
  updateOne,
} from './command';
import { assertLawful } from './lawChecks';
import { insertRow, listFloors, listOwned, listUnits, type OwnedTable, savePlace } from './operatorRepository';

const name = { name: { about: 'the name applicants see', needed: true } };
const link = { link: { about: "the last part of its entry link (default 'open')" } };

const types = { property: 'Property', office: 'Office', agent: 'Agent' } as const;
const plurals = { property: 'properties', office: 'offices', agent: 'agents' } as const;

export const placeCommands: Record<string, Command> = {
  'property add': {
    about: 'Adds a property and prints its entry link.',
    places: ['subscriber', 'property'],
    options: {
      ...name,
      street: { about: 'street address' },
      city: { about: 'city' },
      state: { about: 'two letters' },
      zip: { about: 'five digits' },
      place: {
        about: "the law that applies: a file in schemas/jurisdictions, such as us-nj (default: the address's law)",
      },
      ...link,
    },
    run: addProperty,
  },
  'property place': {
    about: "Sets which law applies to a property's homes.",
    places: ['subscriber', 'property'],
    options: {
      place: { about: 'a file in schemas/jurisdictions, such as us-nj' },
      auto: { about: "uses the law of the property's address", isFlag: true },
    },
    run: setPlace,
  },
  'property list': listOf('property'),
  'floor add': {
    about: 'Adds a floor plan and prints its entry link.',
    places: ['subscriber', 'property', 'floor'],
    options: {
      ...name,
      'min-rent': { about: "dollars a month; if it's below 1, applicants enter the rent they want", needed: true },
      'max-rent': { about: 'dollars a month', needed: true },
      ...link,
    },
    run: addFloor,
  },
  'floor list': {
    about: 'Lists the floor plans of a property.',
    places: ['subscriber', 'property'],
    run: async (portal, given) =>
      printRows(
        portal,
        await listFloors(portal.db, (await requireOwned(portal, 'property', given)).id),
        'No floor plans yet.',
      ),
  },
  'unit add': {
    about: 'Adds a unit. Applicants need an invitation to apply for it.',
    places: ['subscriber', 'property', 'floor', 'unit'],
    options: { ...name, rent: { about: 'dollars a month', needed: true } },
    run: addUnit,
  },
  'unit list': {
    about: 'Lists the units of a property.',
    places: ['subscriber', 'property'],
    run: async (portal, given) =>
      printRows(
        portal,
        await listUnits(portal.db, (await requireOwned(portal, 'property', given)).id),
        'No units yet.',
      ),
  },
  'office add': {
    about: 'Adds an office and prints its entry link.',
    places: ['subscriber', 'office'],
    options: { ...name, ...link },
    run: (portal, given) => addOwned(portal, 'office', given, { name: given.name }),
  },
  'office list': listOf('office'),
  'agent add': {
    about: 'Adds an agent and prints their entry link.',
    places: ['subscriber', 'agent'],
    options: { ...name, ...link },
    run: (portal, given) => addOwned(portal, 'agent', given, { id: nanoid(), full_name: given.name }),
  },
  'agent list': listOf('agent'),
};

function listOf(table: OwnedTable): Command {
  return {
    about: `Lists the ${plurals[table]} of a subscriber.`,
    places: ['subscriber'],
    async run(portal, given) {
      const { id } = await requireSubscriber(portal, given);
      printRows(portal, await listOwned(portal.db, table, String(id)), `No ${plurals[table]} yet.`);
    },
  };
}

async function addProperty(portal: Portal, given: ParsedArguments): Promise<void> {
  const { street, city, state, zip } = given;
  if (state !== undefined && !/^[A-Z]{2}$/.test(state))
    throw new CommandError(`state '${state}' isn't valid. Use two capital letters, such as TX.`);
  if (zip !== undefined && !/^\d{5}(-\d{4})?$/.test(zip))
    throw new CommandError(`zip '${zip}' isn't valid. Use five digits.`);
  const home = { place: await readPlace(given.place), state, city, zip };
  await assertHomeAllowed(portal, given, home);
  printLaw(portal, await readLaw(home));
  await addOwned(portal, 'property', given, { name: given.name, street, ...home });
}

/** Throws a CommandError if the subscriber's settings or fee violate the law that applies to the home. */
async function assertHomeAllowed(portal: Portal, given: ParsedArguments, home: Home): Promise<void> {
  const { id, fee_cents } = await requireSubscriber(portal, given);
  const { settings } = await portal.stores.forms.getSubscriberSettings(String(id));
  await assertLawful([home], { settings, fee: Number(fee_cents) });
}

async function readPlace(place: string | undefined): Promise<string | undefined> {
  if (place === undefined) return undefined;
  const known = Object.keys(readJurisdictions(await readSchemaFiles()));
  if (!known.includes(place)) throw new CommandError(`There's no place '${place}'. Use one of ${known.join(', ')}.`);
  return place;
}

const readLaw = async (home: Home) => findLaw(readJurisdictions(await readSchemaFiles()), home);

function printLaw({ print }: Portal, { title, place, isKnown }: PlaceLaw): void {
  if (isKnown) print(`Applicable law: ${title}. To read it, run: npm run schemas -- law ${place}`);
  else
    print(
      "We don't have the local law for this address, so the portal checks only federal rules. Ask your lawyer about local rules.",
    );
}

async function setPlace(portal: Portal, given: ParsedArguments): Promise<void> {
  const property = await requireOwned(portal, 'property', given);
  const home = { state: String(property.state), city: String(property.city), zip: String(property.zip) };
  const now = { ...home, place: given.auto ? null : ((await readPlace(given.place)) ?? null) };
  if (!given.auto && !given.place) throw new CommandError("'property place' needs --place <name> or --auto.", 2);
  await assertHomeAllowed(portal, given, now);
  await savePlace(portal.db, Number(property.id), now.place);
  printLaw(portal, await readLaw(now));
}

async function addOwned(
  portal: Portal,
  table: OwnedTable,
  given: ParsedArguments,
  row: Record<string, string | undefined>,
): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const subscriber_id = String(id);
  const value = readCode('link', given.link ?? 'open');
  const code = readCode(table, given[table]);
  await addWithLink(portal, table, { ...row, code, subscriber_id }, { type: types[table], subscriber_id, value });
}

async function addFloor(portal: Portal, given: ParsedArguments): Promise<void> {
  const property = await requireOwned(portal, 'property', given);
  const property_id = Number(property.id);
  const [minimum_rent, maximum_rent] = [
    readMoney('min-rent', given['min-rent']),
    readMoney('max-rent', given['max-rent']),
  ];
  if (maximum_rent < minimum_rent) throw new CommandError('--max-rent is below --min-rent. Swap them.');
  const row = { property_id, code: readCode('floor', given.floor), name: given.name, minimum_rent, maximum_rent };
  const value = readCode('link', given.link ?? 'open');
  const subscriber_id = String(property.subscriber_id);
  await addWithLink(portal, 'floor', row, { type: 'Floor', subscriber_id, value, property_id });
}

async function addUnit(portal: Portal, given: ParsedArguments): Promise<void> {
  const floor = await requireInProperty(portal, 'floor', given);
  const { subscriber, property } = given;
  const code = readCode('unit', given.unit);
  const row = { code, name: given.name, maximum_rent: readMoney('rent', given.rent) };
  await updateOne(portal, `unit '${code}'`, async (client) => {
    await insertRow(client, 'unit', { ...row, property_id: floor.property_id, floor_id: floor.id });
  });
  portal.print(
    `Added unit '${code}'. Next, invite someone: npm run portal -- invite unit ${subscriber} ${property} ${code} --email …`,
  );
}
