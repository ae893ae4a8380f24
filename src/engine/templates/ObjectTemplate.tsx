import type { ObjectFieldTemplateProps } from '@rjsf/utils';
import type { ReactNode } from 'react';
import { useEngine, useStatus } from '../Engine';
import { uiOptions } from '../uiOptions';

/** RJSF's frame around a group of answers: a grid, inside a fieldset where the group has a title. */
export function ObjectTemplate({ fieldPathId, schema, uiSchema, description, properties }: ObjectFieldTemplateProps) {
  const { path } = fieldPathId;
  const title = uiOptions(uiSchema).title ?? schema.title;
  const grid = <div className="rp-grid">{properties.map(({ content }) => content)}</div>;
  const isRow = typeof path.at(-1) === 'number';
  if (path.length === 0 || isRow || typeof title !== 'string') return grid;
  return (
    <Group path={path} title={title} description={description}>
      {grid}
    </Group>
  );
}

interface GroupProps {
  path: (string | number)[];
  title: string;
  description: ReactNode;
  children: ReactNode;
}

function Group({ path, title, description, children }: GroupProps) {
  const id = useEngine().ids.of(path);
  const { message } = useStatus(path);
  return (
    <fieldset className="rp-group" id={id}>
      <legend>{title}</legend>
      {description && <p className="rp-help">{description}</p>}
      {message !== undefined && (
        <p className="rp-error" id={`${id}__error`}>
          {message}
        </p>
      )}
      {children}
    </fieldset>
  );
}
