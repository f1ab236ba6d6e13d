package partita.runtime;

/**
 * A field in a key.
 *
 * @param field the position of the field in the entity
 * @param format the format of its text
 * @param width the digits of a padded or signed number
 * @param shards the number of shards that writes use
 * @param wasShards the earlier number of shards, which items may still use, or 0
 * @param escape the treatment of bytes up to '$'
 * @param mustBegin the text with which each value begins, which may be empty
 */
public record KeyField(
    int field,
    KeyFormat format,
    int width,
    int shards,
    int wasShards,
    KeyEscape escape,
    String mustBegin)
    implements KeyPart {
  /** Returns the field as a number with leading zeros. */
  public KeyField padded(int digits) {
    return new KeyField(field, KeyFormat.PADDED, digits, shards, wasShards, escape, mustBegin);
  }

  /** Returns the field as a number with leading zeros and a sign that sorts. */
  public KeyField signed(int digits) {
    return new KeyField(field, KeyFormat.SIGNED, digits, shards, wasShards, escape, mustBegin);
  }

  /** Returns the leading part of a time or date. */
  public KeyField cut(KeyFormat unit) {
    return new KeyField(field, unit, width, shards, wasShards, escape, mustBegin);
  }

  /** Returns the shard of the field's text. {@code was} is the earlier number of shards, or 0. */
  public KeyField shard(int count, int was) {
    return new KeyField(field, KeyFormat.SHARD, width, count, was, escape, mustBegin);
  }

  /** Returns the same part with another treatment of bytes up to '$'. */
  public KeyField escape(KeyEscape other) {
    return new KeyField(field, format, width, shards, wasShards, other, mustBegin);
  }

  /** Returns the same part, whose values must begin with the text. */
  public KeyField mustBegin(String begin) {
    return new KeyField(field, format, width, shards, wasShards, escape, begin);
  }

  /** Returns the number of shards that a read has to ask. */
  int reach() {
    return Math.max(shards, wasShards);
  }
}
