import { configOverlay, type SampleConfig } from '../../model/overlay';
import type { Overlay } from '../../model/types';
import { configKeys } from '../../tools/schemas/lint/configKeys';
import type { Forms } from '../forms/forms';

/** What the Studio offers to choose from. */
export interface StudioChoices {
  version: string;
  sections: { name: string; title: string; keys: string[] }[];
  configs: { name: string; title: string; overlay: Overlay }[];
  languages: { id: string; name: string }[];
}

/** The choices, read from the schema files as they are now. */
export function studioChoices({ catalogue, files, schemaVersion }: Forms): StudioChoices {
  const named = (folder: string) => Object.entries(files).filter(([file]) => file.startsWith(`${folder}/`));
  const idOf = (file: string) => file.slice(file.indexOf('/') + 1, -'.json'.length);
  return {
    version: schemaVersion,
    sections: catalogue.sectionNames.map((name) => {
      const { schema } = catalogue.section(name);
      return { name, title: schema.title ?? name, keys: [...new Set(configKeys(schema).map(({ key }) => key))].sort() };
    }),
    configs: named('configs').map(([file, config]) => ({
      name: idOf(file),
      title: (config as SampleConfig).title ?? idOf(file),
      overlay: configOverlay(config as SampleConfig),
    })),
    languages: named('translations').map(([file, content]) => ({
      id: idOf(file),
      name: (content as { language: string }).language,
    })),
  };
}
