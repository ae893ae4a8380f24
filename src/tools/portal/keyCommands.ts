import { createKeyring, dataKeys } from '../../server/crypto/keyStore';
import { addKey } from '../../server/crypto/keys';
import { type Command, CommandError, type Portal } from './command';
import { printRows } from './printRows';

/** The keys that personal data is sealed under (README, Keys). All of it goes on while applicants save. */
export const keyCommands: Record<string, Command> = {
  'key list': {
    about: 'the keys of DATA_KEY and how many applicants each one guards',
    places: [],
    run: list,
  },
  'key rotate': {
    about: 'makes a new key in DATA_DIR and puts every applicant under it; where DATA_KEY is set, see key rewrap',
    places: [],
    run: rotate,
  },
  'key rewrap': {
    about: 'puts every applicant under the first key of DATA_KEY, which is a list: new,old',
    places: [],
    run: rewrap,
  },
};

const keyringOf = ({ db, config }: Portal) => createKeyring(db, dataKeys(config));

async function list(portal: Portal): Promise<void> {
  const uses = await keyringOf(portal).uses();
  const rows = uses.map(({ id, isFirst, isKnown, applicants }) => ({
    key: id,
    state: isFirst ? 'in use' : isKnown ? 'opens only' : 'MISSING',
    applicants,
  }));
  printRows(portal, rows, 'There is no key.');
}

async function rotate(portal: Portal): Promise<void> {
  const { dataKey, dataDir } = portal.config;
  if (dataKey)
    throw new CommandError(
      'DATA_KEY is set: put the new key before the old one (new,old), restart, then: npm run portal -- key rewrap',
    );
  addKey('data.key', dataDir);
  await rewrap(portal);
}

async function rewrap(portal: Portal): Promise<void> {
  portal.print(`${await keyringOf(portal).rewrap()} applicants are under the new key now.`);
  await list(portal);
}
