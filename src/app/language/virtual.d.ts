/** The languages of schemas/, made by wordsPlugin; the first is that of the files themselves, which has no words to fetch. */
declare module 'virtual:languages' {
  interface SpokenLanguage {
    id: string;
    /** In itself. */
    name: string;
    direction: 'ltr' | 'rtl';
    words?(): Promise<{ default: Readonly<Record<string, string>> }>;
  }
  export const languages: readonly SpokenLanguage[];
  /** Names what the texts, flows and translations said when the app was built. */
  export const build: string;
}
