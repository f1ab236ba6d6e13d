// The access keys that a client of an endpoint that is not Amazon DynamoDB needs, of any kind if the server does not
// verify signatures. Clients of AWS refuse to send a request without keys.
export const dummyKeys = ({ amazon, region }) => (amazon ? ""
  : "# If the server does not verify signatures, any dummy key will do: AWS_ACCESS_KEY_ID=a AWS_SECRET_ACCESS_KEY=a\n" +
    `# AWS_REGION=${region}\n`);
