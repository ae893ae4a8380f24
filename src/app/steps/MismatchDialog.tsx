import { useState } from 'react';
import { useMessages } from '../../messages/useMessages';
import { formatDay } from '../../model/format/dates';
import type { LicenseChoice, LicenseDifference } from '../../model/license/licenseFields';
import { Button } from '../ui/Button';
import { CancelButton } from '../ui/CancelButton';
import { Choices } from '../ui/Choices';
import { Dialog } from '../ui/Dialog';
import type { MismatchAnswer, OpenMismatch } from './useLicenseMatch';

/** Asks which name or date of birth is correct (docs/spec/001.md, §4). */
export function MismatchDialog({ match: { differences }, onCancel, onConfirm }: OpenMismatch) {
  const messages = useMessages('steps').dialogs.mismatch;
  const [chosen, setChosen] = useState<MismatchAnswer>({});
  const [isTold, setTold] = useState(false);
  const isWhole = differences.every(({ part }) => chosen[part]);
  return (
    <Dialog
      title={messages.title}
      kind="alert"
      onClose={onCancel}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" onClick={() => (isWhole ? onConfirm(chosen) : setTold(true))}>
            {messages.confirm}
          </Button>
        </>
      }
    >
      <p>{messages.text}</p>
      {differences.map((difference) => (
        <Choice
          key={difference.part}
          difference={difference}
          chosen={chosen[difference.part]}
          onChoose={(choice) => setChosen({ ...chosen, [difference.part]: choice })}
        />
      ))}
      <p className="rp-error" role="alert">
        {isTold && !isWhole && messages.choose}
      </p>
    </Dialog>
  );
}

interface ChoiceProps {
  difference: LicenseDifference;
  chosen: LicenseChoice | undefined;
  onChoose(choice: LicenseChoice): void;
}

function Choice({ difference, chosen, onChoose }: ChoiceProps) {
  const messages = useMessages('steps').dialogs.mismatch;
  const options = (['typed', 'document'] as const).map((value) => ({
    value,
    text: (
      <>
        {messages[value]}: <strong>{shown(difference, value)}</strong>
      </>
    ),
  }));
  return <Choices legend={messages[difference.part]} options={options} chosen={chosen} onChoose={onChoose} />;
}

function shown(difference: LicenseDifference, choice: LicenseChoice): string {
  return difference.part === 'DOB' ? formatDay(difference[choice], document.documentElement.lang) : difference[choice];
}
