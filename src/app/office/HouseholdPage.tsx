import { Flex } from '@chakra-ui/react/flex';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { householdZipAddress, useOfficeHousehold } from '../../api/office';
import type { HouseholdPerson, ListedHousehold } from '../../contract/listedHousehold';
import type { OfficeSession } from '../../contract/office';
import { useMessages } from '../../messages/useMessages';
import { formatDollars } from '../../model/format/money';
import { fillText } from '../../model/messages/fillText';
import { officeFile } from '../../model/office';
import { PageHeading } from '../shell/PageHeading';
import { Banner } from '../ui/Banner';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Skeleton';
import { ApplicationView } from './ApplicationPage';
import { HouseholdDecisionPanel } from './HouseholdDecisionPanel';
import { formatProgress } from './HouseholdList';

export function HouseholdPage({ id, session }: { id: string; session: OfficeSession }) {
  const messages = useMessages('office');
  const { data, error, mutate } = useOfficeHousehold(id);
  return (
    <>
      <p className="of-back">
        <Link to="/office/households">{messages.households.back}</Link>
      </p>
      {!data && !error && <Skeleton lines={10} />}
      {error && !data && (
        <Banner kind="error" title={fillText(messages.failed, { reason: error.message })}>
          <Button onClick={() => void mutate()}>{messages.retry}</Button>
        </Banner>
      )}
      {data && <Household household={data} session={session} onChanged={() => void mutate()} />}
    </>
  );
}

interface HouseholdProps {
  household: ListedHousehold;
  session: OfficeSession;
  onChanged(): void;
}

function Household({ household, session, onChanged }: HouseholdProps) {
  const texts = useMessages('office').households;
  const { people } = household;
  const [chosen, setChosen] = useState(0);
  const person = people[chosen];
  return (
    <>
      <Head household={household} />
      <HouseholdDecisionPanel household={household} role={session.person.role} onChanged={onChanged} />
      <p className="rp-buttons">
        <Button asChild>
          <a href={householdZipAddress(household.id)} download>
            {texts.export}
          </a>
        </Button>
      </p>
      <Flex role="group" aria-label={texts.tabs} wrap="wrap" gap="2" marginBlock="5">
        {people.map((one, index) => (
          <Button
            key={`${one.name} ${one.role}`}
            variant={index === chosen ? 'primary' : 'plain'}
            aria-pressed={index === chosen}
            onClick={() => setChosen(index)}
          >
            {`${one.name}, ${texts.roles[one.role]}`}
          </Button>
        ))}
      </Flex>
      {person?.id && <ApplicationView key={person.id} id={person.id} session={session} />}
      {person && !person.id && <Missing person={person} />}
    </>
  );
}

function Missing({ person: { name, state } }: { person: HouseholdPerson }) {
  const texts = useMessages('office').households;
  return <p>{fillText(state === 'data' ? texts.child : texts.notSubmitted, { name })}</p>;
}

function Head({ household }: { household: ListedHousehold }) {
  const texts = useMessages('office').households;
  const { name, place, people, income, rent, guarantor_income } = household;
  const combined = income !== null && {
    income: formatDollars(income),
    ratio: rent ? (income / rent).toFixed(1) : '',
  };
  const facts = [
    place,
    combined && fillText(rent ? texts.combinedRatio : texts.combined, combined),
    rent !== null && fillText(texts.rent, { rent: formatDollars(rent) }),
    guarantor_income !== null && fillText(texts.ofGuarantor, { income: formatDollars(guarantor_income) }),
  ].filter(Boolean);
  return (
    <header className="of-head">
      <PageHeading title={fillText(texts.of, { name })}>{fillText(texts.of, { name })}</PageHeading>
      <p>
        <span className="of-status">{formatProgress(household, texts)}</span>
      </p>
      <ul className="of-facts">
        {facts.map((fact) => (
          <li key={String(fact)}>{fact}</li>
        ))}
      </ul>
      <ul className="of-facts">
        {people.map((one) => (
          <li key={`${one.name} ${one.role}`}>
            <strong translate="no">{one.name}</strong>, {texts.roles[one.role]}: {describeState(one, texts.states)}
          </li>
        ))}
      </ul>
    </header>
  );
}

function describeState({ status, state }: HouseholdPerson, states: Record<HouseholdPerson['state'], string>): string {
  return status ? officeFile().statuses[status].title : states[state];
}
