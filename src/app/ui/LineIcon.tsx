import { chakra } from '@chakra-ui/react/styled-system';

export function LineIcon({ path }: { path: string }) {
  return (
    <chakra.svg viewBox="0 0 24 24" aria-hidden="true" {...STYLE}>
      <path d={path} />
    </chakra.svg>
  );
}

const STYLE = {
  flex: 'none',
  width: 'icon',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: '2px',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
