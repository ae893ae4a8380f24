import { useState } from 'react';
import texts from '../../../schemas/texts/steps.json';
import { dateText } from '../../model/dates';
import type { LicenceChoice, LicenceDifference } from '../../model/ocrFields';
import { Button } from '../ui/Button';
import { Choices } from '../ui/Choices';
import { Dialog } from '../ui/Dialog';
import type { MismatchAnswer, OpenMismatch } from './useLicenceMatch';

const words = texts.dialogs.mismatch;

/** 'Important Alert!': the licence says another name or date of birth than the applicant, who tells which is right (spec 001 §4). */
export function MismatchDialog({ match: { differences }, onCancel, onConfirm }: OpenMismatch) {
  const [chosen, setChosen] = useState<MismatchAnswer>({});
  const [isTold, setTold] = useState(false);
  const isWhole = differences.every(({ part }) => chosen[part]);
  return (
    <Dialog
      title={words.title}
      kind="alert"
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{words.cancel}</Button>
          <Button variant="primary" onClick={() => (isWhole ? onConfirm(chosen) : setTold(true))}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <p>{words.text}</p>
      {differences.map((difference) => (
        <Choice
          key={difference.part}
          difference={difference}
          chosen={chosen[difference.part]}
          onChoose={(choice) => setChosen({ ...chosen, [difference.part]: choice })}
        />
      ))}
      <p className="rp-error" role="alert">
        {isTold && !isWhole && words.choose}
      </p>
    </Dialog>
  );
}

interface ChoiceProps {
  difference: LicenceDifference;
  chosen: LicenceChoice | undefined;
  onChoose(choice: LicenceChoice): void;
}

function Choice({ difference, chosen, onChoose }: ChoiceProps) {
  const options = (['typed', 'document'] as const).map((value) => ({
    value,
    text: (
      <>
        {words[value]}: <strong>{shown(difference, value)}</strong>
      </>
    ),
  }));
  return <Choices legend={words[difference.part]} options={options} chosen={chosen} onChoose={onChoose} />;
}

function shown(difference: LicenceDifference, choice: LicenceChoice): string {
  return difference.part === 'DOB' ? dateText(difference[choice]) : difference[choice];
}
