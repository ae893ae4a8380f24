import texts from '../../../schemas/texts/scan.json';
import { PageHeading } from '../shell/PageHeading';
import { Button } from '../ui/Button';
import { alert } from '../ui/questions';
import { useScan } from './scanContext';

const NAMES: Record<string, string> = texts.menu.types;

/** Which document will be photographed; refused while there is one already. */
export function MenuPage() {
  const { state, go } = useScan();
  const choose = (type: number) => {
    if (state.front.res) void alert({ title: texts.already.alert, text: texts.already.text });
    else go(`camera/${type}`);
  };
  return (
    <>
      <PageHeading title={texts.menu.title}>{texts.menu.heading}</PageHeading>
      <ul className="sc-menu">
        {state.types.map((type) => (
          <li key={type}>
            <Button onClick={() => choose(type)}>{NAMES[type]}</Button>
          </li>
        ))}
      </ul>
    </>
  );
}
