/** Landlord shown on the phone's pages. */
export const landlord = {
  name: 'Maple Court Homes',
  logo: '',
  accent: '#1f5f8b',
  phone: '5125550143',
  email: 'help@maplecourt.example',
};
