declare module 'virtual:words/es' {
  const words: Readonly<Record<string, string>>;
  export default words;
}
