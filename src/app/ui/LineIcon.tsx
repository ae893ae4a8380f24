import { chakra } from '@chakra-ui/react/styled-system';

/** A small sign drawn by one line in the colour of the text; it says nothing that the words next to it do not. */
export function LineIcon({ path }: { path: string }) {
  return (
    <chakra.svg viewBox="0 0 24 24" aria-hidden="true" {...LOOK}>
      <path d={path} />
    </chakra.svg>
  );
}

const LOOK = {
  flex: 'none',
  width: '1.25rem',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: '2px',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
