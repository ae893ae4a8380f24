import { AddressSearch } from './AddressSearch';
import { BankName } from './BankName';
import { Checkbox } from './Checkbox';
import { Checkboxes } from './Checkboxes';
import { CreatableSelect } from './CreatableSelect';
import { Currency } from './Currency';
import { DateText } from './DateText';
import { MaskedSsn } from './MaskedSsn';
import { Password } from './Password';
import { Phone } from './Phone';
import { Phones } from './Phones';
import { loadLater, type Widget } from './parts/loadLater';
import { Radio } from './Radio';
import { Select } from './Select';
import { Tabs } from './Tabs';
import { Text } from './Text';
import { TextArea } from './TextArea';
import { YesNo } from './YesNo';
import { Zip } from './Zip';

/** Built-in widgets by `ui:widget` name. Large widgets are loaded on first use. */
export const widgets: Record<string, Widget> = {
  Text,
  TextArea,
  Select,
  Radio,
  YesNo,
  Checkbox,
  DateText,
  Phone,
  Phones,
  Currency,
  MaskedSsn,
  Password,
  CreatableSelect,
  AddressSearch,
  BankName,
  Checkboxes,
  Zip,
  Tabs,
  Upload: loadLater(async () => (await import('./Upload')).Upload),
  Signature: loadLater(async () => (await import('./Signature')).Signature),
  SignatureStyle: loadLater(async () => (await import('./SignatureStyle')).SignatureStyle),
  RichText: loadLater(async () => (await import('./RichText')).RichText),
};
