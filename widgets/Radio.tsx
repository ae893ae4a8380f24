import type { WidgetProps } from '@rjsf/utils';
import { ownMember } from '../src/model/answers/paths';
import { RadioGroup } from './parts/RadioGroup';
import { getChoices, getOptions, useSiblings } from './parts/widgetProps';

/**
 * Radio buttons. While a sibling in `ui:options.lockedBy` has an answer, the choices are locked. If one is chosen, only
 * that one is shown (docs/spec/001.md, §4).
 */
export function Radio(props: WidgetProps) {
  const { lockedBy, inline } = getOptions(props);
  const siblings = useSiblings(props, lockedBy !== undefined);
  const locked = lockedBy?.fields.some((name) => ownMember(siblings, name) !== undefined);
  const choices = getChoices(props);
  const chosen = locked ? choices.filter(({ value }) => value === props.value) : [];
  if (chosen.length > 0)
    return (
      <div className="rp-locked">
        <RadioGroup {...props} disabled choices={chosen} />
        <p className="rp-help">{lockedBy?.hint}</p>
      </div>
    );
  return (
    <>
      <RadioGroup {...props} inline={inline} disabled={props.disabled || locked} choices={choices} />
      {locked && <p className="rp-help">{lockedBy?.hint}</p>}
    </>
  );
}
