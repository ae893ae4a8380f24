import texts from '../../../schemas/texts/steps.json';
import { Button } from '../ui/Button';

/** Opens the next panel; shown once this one is right (spec 001, section 2). */
export function NextTab({ onGo }: { onGo(): void }) {
  return (
    <div className="ap-next-tab">
      <Button onClick={onGo}>{texts.nextTab}</Button>
    </div>
  );
}
