/** Made by src/messages/messagesPlugin.ts. The first language is the schema files' own, which needs no translations. */
declare module 'virtual:languages' {
  interface SpokenLanguage {
    id: string;
    /** Name of the language in that language. */
    name: string;
    direction: 'ltr' | 'rtl';
    words?(): Promise<{ default: Readonly<Record<string, string>> }>;
  }
  export const languages: readonly SpokenLanguage[];
  /** Hash of the messages, flows and translations at build time. */
  export const build: string;
}
