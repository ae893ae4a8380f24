import { matchesAnyNode } from '../../../model/answers/paths';
import { documentType, findBack, hasRole, idsOf } from '../../../model/section/documentTypes';
import { applicantFlows } from '../../../model/section/flow';
import { allowsPhotos } from '../../../model/section/photoSetting';
import { settingFor } from '../../../model/section/subscriberSettings';
import type { SubscriberSettings } from '../../../model/types';
import type { Forms } from '../../forms/forms';

export function acceptsDocument(forms: Forms, settings: SubscriberSettings, id: number): boolean {
  if (hasRole('message', id)) return true;
  if (hasRole('identity', id)) return settingFor(documentType(id)?.setting, settings) !== 'Hide';
  if (hasRole('identityBack', id))
    return idsOf('identity').some((front) => findBack(front) === id && acceptsDocument(forms, settings, front));
  const hasDocument = matchesAnyNode((node) => node['x-document'] === id);
  return applicantSections(forms)
    .filter((section) => hasDocument(forms.catalog.section(section).schema))
    .some((section) => hasDocument(forms.getPlainSection(section, settings).schema));
}

export function acceptsPhotos({ catalog }: Pick<Forms, 'catalog'>, settings: SubscriberSettings, id: number): boolean {
  const takes = matchesAnyNode((node) => node['x-document'] === id && allowsPhotos(node, settings));
  return catalog.sectionNames.some((section) => takes(catalog.section(section).schema));
}

function applicantSections({ catalog }: Forms): string[] {
  const steps = applicantFlows.flatMap((flow) => catalog.flow(flow).steps);
  return steps.flatMap((step) => step.sections.map(({ section }) => section));
}
