import texts from '../../../schemas/texts/shell.json';
import { Button } from '../ui/Button';
import { usePending } from '../ui/usePending';

const LOCK = 3_000;
const LOCK_AT_PAYMENT = 10_000;

interface NextButtonProps {
  /** The last step: it reads 'Submit' and stays locked for longer (spec 000, section 9). */
  isLast: boolean;
  onPress(): Promise<void>;
}

/** The footer button. It locks itself for a while after a press, and as long as the press is at work; it keeps the focus. */
export function NextButton({ isLast, onPress }: NextButtonProps) {
  const [isLocked, press] = usePending(async () => {
    await Promise.all([onPress(), wait(isLast ? LOCK_AT_PAYMENT : LOCK)]);
  });
  return (
    <div className="ap-next">
      <Button variant="primary" aria-disabled={isLocked} onClick={() => void press()}>
        {isLast ? texts.next.submit : texts.next.next}
      </Button>
    </div>
  );
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
