import type { HouseholdFees } from '../../model/types';
import { type Command, CommandError, type ParsedArguments, type Portal, requireSubscriber } from './command';
import { findHouseholdFees, saveHouseholdFees } from './operatorRepository';

const FEES = ['perAdult', 'perHousehold'] as const;
const GUARANTORS = ['none', 'adult'] as const;

export const householdCommands: Record<string, Command> = {
  'subscriber household': {
    about: 'Shows or sets who pays the fee when people apply together.',
    places: ['subscriber'],
    options: {
      fee: { about: `${FEES.join(' or ')}: each adult pays, or one person pays for everyone` },
      guarantors: { about: `${GUARANTORS.join(' or ')}: co-signers pay nothing, or the same as adults` },
    },
    run: setFees,
  },
};

async function setFees(portal: Portal, given: ParsedArguments): Promise<void> {
  const { id } = await requireSubscriber(portal, given);
  const requested: HouseholdFees = {
    fee: readChoice('fee', given.fee, FEES),
    guarantors: readChoice('guarantors', given.guarantors, GUARANTORS),
  };
  if (requested.fee || requested.guarantors) await saveHouseholdFees(portal.db, String(id), requested);
  const { fee = 'default', guarantors = 'default' } = await findHouseholdFees(portal.db, String(id));
  portal.print(`Household fees of '${id}': fee = ${fee}, guarantors = ${guarantors}.`);
}

function readChoice<T extends string>(name: string, value: string | undefined, choices: readonly T[]): T | undefined {
  const found = choices.find((choice) => choice === value);
  if (value !== undefined && !found) throw new CommandError(`--${name} must be ${choices.join(' or ')}.`, 2);
  return found;
}
