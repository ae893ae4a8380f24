import { Progress } from '@chakra-ui/react/progress';
import { defineSlotRecipe } from '@chakra-ui/react/styled-system';

export function UploadProgress({ label, percent }: { label: string; percent: number }) {
  return (
    <Progress.Root recipe={recipe} value={percent} flex="1 1 8rem" minWidth="0">
      <Progress.Track aria-label={label}>
        <Progress.Range />
      </Progress.Track>
    </Progress.Root>
  );
}

const recipe = defineSlotRecipe({
  className: 'rp-progress',
  slots: ['root', 'label', 'track', 'range', 'valueText'],
  base: {
    track: { height: '0.5rem', borderRadius: '0.25rem', bg: 'hair', overflow: 'hidden' },
    range: { height: '100%', bg: 'accentText', transition: 'width 150ms' },
  },
});
