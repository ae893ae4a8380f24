import { nanoid } from 'nanoid';
import {
  addWithLink,
  type Command,
  CommandError,
  change,
  type Given,
  type Portal,
  printRows,
  readCode,
  readMoney,
  requireInProperty,
  requireOwned,
  requireSubscriber,
} from './command';

import { insertRow, listFloors, listOwned, listUnits, type OwnedTable } from './operatorStore';

const name = { name: { about: 'as applicants read it', needed: true } };
const link = { link: { about: "the last word of its entry link, 'open' unless said" } };

const types = { property: 'Property', office: 'Office', agent: 'Agent' } as const;
const plurals = { property: 'properties', office: 'offices', agent: 'agents' } as const;

/** What a subscriber lets and who lets it; everything but a unit gets an open entry link. */
export const placeCommands: Record<string, Command> = {
  'property add': {
    about: 'a property of a subscriber',
    places: ['subscriber', 'property'],
    options: {
      ...name,
      street: { about: 'house number and street' },
      city: { about: 'city' },
      state: { about: 'two letters' },
      zip: { about: 'five digits' },
      ...link,
    },
    run: addProperty,
  },
  'property list': listOf('property'),
  'floor add': {
    about: 'a floor plan of a property',
    places: ['subscriber', 'property', 'floor'],
    options: {
      ...name,
      'min-rent': { about: 'dollars a month; below 1 the applicant is asked for the desired rent', needed: true },
      'max-rent': { about: 'dollars a month', needed: true },
      ...link,
    },
    run: addFloor,
  },
  'floor list': {
    about: 'the floor plans of a property',
    places: ['subscriber', 'property'],
    run: async (portal, given) =>
      printRows(
        portal,
        await listFloors(portal.db, (await requireOwned(portal, 'property', given)).id),
        'No floor plans yet.',
      ),
  },
  'unit add': {
    about: 'a unit of a floor plan; applicants get to it by an invitation',
    places: ['subscriber', 'property', 'floor', 'unit'],
    options: { ...name, rent: { about: 'dollars a month', needed: true } },
    run: addUnit,
  },
  'unit list': {
    about: 'the units of a property',
    places: ['subscriber', 'property'],
    run: async (portal, given) =>
      printRows(
        portal,
        await listUnits(portal.db, (await requireOwned(portal, 'property', given)).id),
        'No units yet.',
      ),
  },
  'office add': {
    about: 'an office of a subscriber',
    places: ['subscriber', 'office'],
    options: { ...name, ...link },
    run: (portal, given) => addOwned(portal, 'office', given, { name: given.name }),
  },
  'office list': listOf('office'),
  'agent add': {
    about: 'an agent of a subscriber',
    places: ['subscriber', 'agent'],
    options: { ...name, ...link },
    run: (portal, given) => addOwned(portal, 'agent', given, { id: nanoid(), full_name: given.name }),
  },
  'agent list': listOf('agent'),
};

function listOf(table: OwnedTable): Command {
  return {
    about: `the ${plurals[table]} of a subscriber`,
    places: ['subscriber'],
    async run(portal, given) {
      const { id } = await requireSubscriber(portal, given);
      printRows(portal, await listOwned(portal.db, table, String(id)), `No ${plurals[table]} yet.`);
    },
  };
}

async function addProperty(portal: Portal, given: Given): Promise<void> {
  const { street, city, state, zip } = given;
  if (state !== undefined && !/^[A-Z]{2}$/.test(state)) throw new CommandError(`state '${state}': two capital letters`);
  if (zip !== undefined && !/^\d{5}(-\d{4})?$/.test(zip)) throw new CommandError(`zip '${zip}': five digits`);
  await addOwned(portal, 'property', given, { name: given.name, street, city, state, zip });
}

async function addOwned(
  portal: Portal,
  table: OwnedTable,
  given: Given,
  row: Record<string, string | undefined>,
): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const subscriber_id = String(id);
  const value = readCode('link', given.link ?? 'open');
  const code = readCode(table, given[table]);
  await addWithLink(portal, table, { ...row, code, subscriber_id }, { type: types[table], subscriber_id, value });
}

async function addFloor(portal: Portal, given: Given): Promise<void> {
  const property = await requireOwned(portal, 'property', given);
  const property_id = Number(property.id);
  const [minimum_rent, maximum_rent] = [
    readMoney('min-rent', given['min-rent']),
    readMoney('max-rent', given['max-rent']),
  ];
  if (maximum_rent < minimum_rent) throw new CommandError('max-rent is below min-rent');
  const row = { property_id, code: readCode('floor', given.floor), name: given.name, minimum_rent, maximum_rent };
  const value = readCode('link', given.link ?? 'open');
  const subscriber_id = String(property.subscriber_id);
  await addWithLink(portal, 'floor', row, { type: 'Floor', subscriber_id, value, property_id });
}

async function addUnit(portal: Portal, given: Given): Promise<void> {
  const floor = await requireInProperty(portal, 'floor', given);
  const { subscriber, property } = given;
  const code = readCode('unit', given.unit);
  const row = { code, name: given.name, maximum_rent: readMoney('rent', given.rent) };
  await change(portal, `unit '${code}'`, async (client) => {
    await insertRow(client, 'unit', { ...row, property_id: floor.property_id, floor_id: floor.id });
  });
  portal.print(
    `unit '${code}' is there. Next: npm run portal -- invite unit ${subscriber} ${property} ${code} --email …`,
  );
}
