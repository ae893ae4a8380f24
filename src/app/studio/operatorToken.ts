const KEY = 'studio.operator';

/** The operator's token for as long as this tab is open. */
export const operatorToken = {
  read: () => sessionStorage.getItem(KEY) ?? '',
  keep: (token: string) => sessionStorage.setItem(KEY, token),
};
