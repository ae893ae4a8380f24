import { createRecipeContext, createSlotRecipeContext, type HTMLChakraProps } from '@chakra-ui/react/styled-system';

/*
 * These controls use only Chakra's recipes. Chakra's own Input, NativeSelect and RadioGroup would add Ark's state
 * machines to every page (docs/decisions/025).
 */

/** Use `htmlTranslate`, because `translate` is a style in Chakra. */
export const Input = createRecipeContext({ key: 'input' }).withContext<HTMLInputElement, HTMLChakraProps<'input'>>(
  'input',
);

export const Textarea = createRecipeContext({ key: 'textarea' }).withContext<
  HTMLTextAreaElement,
  HTMLChakraProps<'textarea'>
>('textarea');

const select = createSlotRecipeContext({ key: 'nativeSelect' });
const SelectFrame = select.withProvider<HTMLDivElement, HTMLChakraProps<'div'> & { size?: 'sm' }>('div', 'root');
const SelectField = select.withContext<HTMLSelectElement, HTMLChakraProps<'select'>>('select', 'field');
const SelectMark = select.withContext<SVGSVGElement, HTMLChakraProps<'svg'>>('svg', 'indicator');

export function NativeSelect({ size, ...props }: HTMLChakraProps<'select'> & { size?: 'sm' }) {
  return (
    <SelectFrame size={size}>
      <SelectField {...props} />
      <SelectMark viewBox="0 0 24 24" aria-hidden="true">
        <path d="m6 9 6 6 6-6" />
      </SelectMark>
    </SelectFrame>
  );
}

const choice = createSlotRecipeContext({ key: 'choice' });

export const ChoiceBox = choice.withProvider<HTMLLabelElement, HTMLChakraProps<'label'>>('label', 'root');
export const ChoiceMark = choice.withContext<HTMLInputElement, HTMLChakraProps<'input'>>('input', 'mark');
