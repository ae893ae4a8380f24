/** Returns the settings file for a name or path: `'demo'` or `'schemas/configs/demo.json'` → `'configs/demo.json'`. */
export function configFile(name: string): string {
  const file = name.replace(/^(\.\/)?schemas\//, '').replace(/\.json$/, '');
  return `${file.startsWith('configs/') ? file : `configs/${file}`}.json`;
}
