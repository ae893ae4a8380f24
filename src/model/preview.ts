import type { SectionMessage } from './sectionMessages';
import type { Answers, ApplicationType, Context, Overlay, SchemaNode, ServedSection } from './types';

/** What the Studio asks to see. */
export interface PreviewWish {
  section: string;
  applicationType: ApplicationType;
  overlay: Overlay;
  /** A file of translations/; without it the section's own words. */
  language?: string;
}

/** A section as an applicant would see it under the wished settings, and what it is made of. */
export interface Preview {
  served: ServedSection;
  context: Context;
  /** The files as they are written. */
  files: { schema: unknown; ui: unknown };
  /** After settings and definitions: what is judged. */
  merged: SchemaNode;
  messages: SectionMessage[];
  /** Answers with which it could be saved; none where that is impossible. */
  example?: Answers;
}
