import texts from '../../schemas/texts/widgets.json';

/** A file name short enough for its thumbnail: over 21 characters, cut to 24 and an ellipsis (spec 001 §12). */
export function shortName(name: string): string {
  const { nameLimit, nameCut } = texts.upload;
  return name.length > nameLimit ? `${name.slice(0, nameCut)}…` : name;
}
