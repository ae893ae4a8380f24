import { preventBreaks } from '../ui/preventBreaks';

/** Shows the lines of a folded card (`briefLines`). Two lines can be equal, such as two bank accounts. */
export function BriefLines({ lines }: { lines: readonly string[] }) {
  return lines.map((line, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no state.
    <p key={index} translate="no">
      {preventBreaks(line)}
    </p>
  ));
}
