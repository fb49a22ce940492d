package straum.domain.ask;

import java.util.List;
import java.util.stream.Stream;
import straum.domain.spec.Fact;
import straum.domain.spec.Key;
import straum.domain.spec.Measure;

/** The names of one view, and what to say of a name it lacks. */
final class ViewNames {
    /** Where {@link CheckedAsk#BUCKET} is a key too, what stands for none. */
    static final int NO_KEY = -2;

    private final Fact fact;

    /** The names of that view. */
    ViewNames(Fact fact) {
        this.fact = fact;
    }

    /** The key of that name, {@link CheckedAsk#BUCKET} for the bucket, or {@link #NO_KEY}. */
    int key(String name) {
        int key = fact.key(name);
        return key >= 0 ? key : name.equals(Fact.BUCKET) ? CheckedAsk.BUCKET : NO_KEY;
    }

    /** The measure of that name, or −1. */
    int measure(String name) {
        return fact.measure(name);
    }

    /** The name of a key, or of the bucket. */
    String ofKey(int key) {
        return key == CheckedAsk.BUCKET ? Fact.BUCKET : fact.keys().get(key).name();
    }

    /** That the view has no such name, and the nearest of those that it could be. */
    AskException unknown(String what, Name name, List<String> names, String otherwise) {
        return new AskException(
                new AskError.UnknownName(
                        fact.name() + " has no " + what + " named " + name.text(),
                        didYouMean(name.text(), names, otherwise)),
                name.place());
    }

    /** That the view has no such key. */
    AskException unknownKey(Name name) {
        return unknown("key", name, keys(), allKeys());
    }

    /** The nearest name; where none is near, the other words. */
    static String didYouMean(String written, List<String> names, String otherwise) {
        String nearest = NearestName.of(written, names);
        return nearest == null ? otherwise : "did you mean " + nearest + "?";
    }

    /** The names that can be grouped by. */
    List<String> keys() {
        return Stream.concat(fact.keys().stream().map(Key::name), Stream.of(Fact.BUCKET))
                .toList();
    }

    /** The names of measures. */
    List<String> measures() {
        return fact.measures().stream().map(Measure::name).toList();
    }

    /** Which keys there are, for a hint. */
    String allKeys() {
        return "the keys of " + fact.name() + " are " + String.join(", ", keys());
    }

    /** Which measures there are, for a hint. */
    String allMeasures() {
        return "the measures of " + fact.name() + " are " + String.join(", ", measures());
    }

    /** All that there is, for a hint. */
    String all() {
        return allKeys() + ", its measures " + String.join(", ", measures());
    }
}
