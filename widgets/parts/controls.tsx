import { createRecipeContext, createSlotRecipeContext, type HTMLChakraProps } from '@chakra-ui/react/styled-system';

/*
 * What a form is filled in by, made by Chakra's factories in the system's recipes. Chakra's own Input, NativeSelect and RadioGroup are
 * the same elements and recipes around Ark's field and machines, which every page would load before its first field
 * (docs/decisions/025).
 */

/** One line of text. `translate` is a style to Chakra: say `htmlTranslate`. */
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

/** The platform's own select. */
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

/** A radio or checkbox and its words as one target. */
export const ChoiceBox = choice.withProvider<HTMLLabelElement, HTMLChakraProps<'label'>>('label', 'root');
/** The platform's own radio or checkbox, first in its box. */
export const ChoiceMark = choice.withContext<HTMLInputElement, HTMLChakraProps<'input'>>('input', 'mark');
