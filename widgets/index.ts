import type { WidgetProps } from '@rjsf/utils';
import type { ComponentType } from 'react';
import { Text } from './Text';
import { TextArea } from './TextArea';
import { Select } from './Select';
import { Radio } from './Radio';
import { YesNo } from './YesNo';
import { Checkbox } from './Checkbox';
import { DateText } from './DateText';
import { Phone } from './Phone';
import { Phones } from './Phones';
import { Currency } from './Currency';
import { MaskedSsn } from './MaskedSsn';
import { Password } from './Password';
import { CreatableSelect } from './CreatableSelect';
import { AddressSearch } from './AddressSearch';
import { BankName } from './BankName';
import { Checkboxes } from './Checkboxes';
import { Zip } from './Zip';
import { Tabs } from './Tabs';
import { loadLater } from './parts/loadLater';

/** All widgets by `ui:widget` name. Large ones are loaded on first use. */
export const widgets: Record<string, ComponentType<WidgetProps>> = {
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
